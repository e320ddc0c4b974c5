// Arrows between the layers run one way. This reads every #include of core/, ui/ and app/.
#include <QDirIterator>
#include <QFile>
#include <QLibraryInfo>
#include <QRegularExpression>
#include <QtTest>

namespace {

struct Layer {
    QString folder;
    QStringList mayUse; ///< folders, or single headers
};

/// In order: a layer uses layers above it only, so there are no cycles. The one exception is named header by header.
const QList<Layer>& layers() {
    static const QList<Layer> list{
        {"core/base", {}},
        {"core/kernels", {"core/base"}},
        {"core/text", {"core/base"}},
        {"core/model", {"core/base", "core/kernels"}},
        {"core/attention", {"core/base", "core/kernels", "core/model"}},
        {"core/cost", {"core/base", "core/model", "core/attention"}},
        // The writers take a Snapshot, which is a plain value; the engine in turn reads its weights through io.
        {"core/io",
         {"core/base", "core/kernels/instruction_set.h", "core/text", "core/model", "core/attention",
          "core/engine/request.h", "core/engine/snapshot.h"}},
        {"core/engine",
         {"core/base", "core/kernels", "core/text", "core/model", "core/attention", "core/cost", "core/io"}},
        {"core/session",
         {"core/base", "core/text", "core/model", "core/attention", "core/cost", "core/io", "core/engine"}},
        {"core/train",
         {"core/base", "core/kernels", "core/text", "core/model", "core/attention", "core/cost", "core/io"}},
        {"ui/i18n", {}},
        {"ui/theme", {}},
        {"ui/present", {"core", "ui/i18n", "ui/theme"}},
        {"ui/session", {"core", "ui/present"}}, // a run brings its pictures, made on the worker thread
        {"ui/plot", {"core", "ui/i18n", "ui/theme", "ui/session", "ui/present"}},
        {"ui/export", {"core", "ui/i18n", "ui/theme", "ui/session", "ui/present", "ui/plot"}},
        {"ui/widgets", {"core", "ui/i18n", "ui/theme", "ui/session", "ui/present", "ui/plot", "ui/export"}},
        {"app", {"core", "ui"}},
    };
    return list;
}

struct Include {
    QString from;   ///< "core/base/tensor.cpp"
    QString header; ///< "core/base/tensor.h", "QString", "vector"
    bool quoted = false;

    QString text() const { return from + " includes " + header; }
};

QString folderOf(const QString& path) {
    return path.startsWith("app/") ? QStringLiteral("app") : path.section(u'/', 0, 1);
}

bool isInside(const QString& path, const QString& folderOrHeader) {
    return path == folderOrHeader || path.startsWith(folderOrHeader + u'/');
}

/// Whether a Qt module has this header: "QWidget" or "QtWidgets/QWidget".
bool isOfQtModule(const QString& header, const QString& module) {
    return header.startsWith(module + u'/') || header == module ||
           QFile::exists(QLibraryInfo::path(QLibraryInfo::HeadersPath) + u'/' + module + u'/' + header);
}

} // namespace

class ArchitectureTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        const QDir source(QStringLiteral(SOURCE_DIR));
        for (const char* part : {"core", "ui", "app"}) {
            QDirIterator files(source.filePath(QString::fromLatin1(part)), {"*.h", "*.cpp"}, QDir::Files,
                               QDirIterator::Subdirectories);
            while (files.hasNext()) {
                const QString path = files.next();
                QFile file(path);
                QVERIFY(file.open(QIODevice::ReadOnly));
                sources_.insert(source.relativeFilePath(path), QString::fromUtf8(file.readAll()));
            }
        }
        static const QRegularExpression line(QStringLiteral("^\\s*#\\s*include\\s*([<\"])([^>\"]+)[>\"]"),
                                             QRegularExpression::MultilineOption);
        for (auto file = sources_.cbegin(); file != sources_.cend(); ++file) {
            for (const QRegularExpressionMatch& match : line.globalMatch(file.value())) {
                includes_.append({file.key(), match.captured(2), match.captured(1) == u"\""});
            }
        }
        QVERIFY(includes_.size() > 100);
    }

    void layers_use_layers_above_them_only() {
        QStringList seen;
        for (const Layer& layer : layers()) {
            for (const QString& used : layer.mayUse) {
                const bool wholePart = used == u"core" || used == u"ui";
                QVERIFY2(wholePart || used.endsWith(".h") || seen.contains(used),
                         qPrintable(layer.folder + " " + used));
            }
            seen.append(layer.folder);
        }
    }

    void arrows_hold() {
        QStringList wrong;
        for (const Include& include : std::as_const(includes_)) {
            const bool ours = include.header.startsWith("core/") || include.header.startsWith("ui/") ||
                              include.header.startsWith("app/");
            if (!ours) {
                continue;
            }
            const QString from = folderOf(include.from);
            const auto layer = std::ranges::find(layers(), from, &Layer::folder);
            QVERIFY2(layer != layers().end(), qPrintable(from + " is not in the list of layers"));
            const bool allowed =
                folderOf(include.header) == from || std::ranges::any_of(layer->mayUse, [&include](const QString& used) {
                    return isInside(include.header, used);
                });
            if (!allowed || !include.quoted) {
                wrong.append(include.text());
            }
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
    }

    void our_headers_are_included_by_their_whole_path() {
        QStringList wrong;
        for (const Include& include : std::as_const(includes_)) {
            const bool generated = include.header.endsWith(".moc") || include.header == u"qcustomplot.h";
            if (include.quoted && !generated && !sources_.contains(include.header)) {
                wrong.append(include.text());
            }
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
    }

    void core_has_no_qt_and_no_text_for_users() {
        static const QRegularExpression translated(QStringLiteral("\\b(tr|translate|QT_TR\\w*|QT_TRANSLATE\\w*)\\("));
        QStringList wrong;
        for (const Include& include : std::as_const(includes_)) {
            if (include.from.startsWith("core/") && include.header.startsWith(u'Q')) {
                wrong.append(include.text());
            }
        }
        for (auto file = sources_.cbegin(); file != sources_.cend(); ++file) {
            if (file.key().startsWith("core/") && file.value().contains(translated)) {
                wrong.append(file.key() + " translates");
            }
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
    }

    void presenters_and_session_need_no_widgets() {
        QVERIFY(isOfQtModule("QWidget", "QtWidgets") && !isOfQtModule("QString", "QtWidgets"));
        QStringList wrong;
        for (const Include& include : std::as_const(includes_)) {
            const bool widgetless = include.from.startsWith("ui/present/") || include.from.startsWith("ui/session/");
            if (widgetless && !include.quoted && isOfQtModule(include.header, "QtWidgets")) {
                wrong.append(include.text());
            }
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
    }

    void qcustomplot_is_included_in_plot_only() {
        QStringList wrong;
        for (const Include& include : std::as_const(includes_)) {
            if (include.header.contains("qcustomplot", Qt::CaseInsensitive) && !include.from.startsWith("ui/plot/")) {
                wrong.append(include.text());
            }
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
    }

    void nothing_speaks_to_a_network() {
        static const QStringList sockets{"sys/socket.h", "netdb.h", "netinet/in.h", "arpa/inet.h", "curl/curl.h"};
        QStringList wrong;
        for (const Include& include : std::as_const(includes_)) {
            const bool network = sockets.contains(include.header) || include.header.startsWith("QtNetwork") ||
                                 include.header.startsWith("QNetwork") || include.header.startsWith("QTcp") ||
                                 include.header.startsWith("QUdp") || include.header.startsWith("QSsl") ||
                                 include.header.startsWith("QHttp");
            if (network) {
                wrong.append(include.text());
            }
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
    }

private:
    QMap<QString, QString> sources_; ///< path -> text
    QList<Include> includes_;
};

QTEST_GUILESS_MAIN(ArchitectureTest)
#include "architecture_test.moc"
