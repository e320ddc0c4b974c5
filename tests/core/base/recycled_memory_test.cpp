#include "core/base/recycled_memory.h"

#include <QtTest>

using namespace headscope;

class RecycledMemoryTest : public QObject {
    Q_OBJECT

private slots:
    void a_block_comes_back_for_a_size_near_its_own() {
        const auto memory = std::make_shared<RecycledMemory>(Index{1} << 30);
        const float* first = nullptr;
        {
            const Tensor tensor({512, 512}, memory);
            first = tensor.data();
            QCOMPARE(memory->idle_bytes(), 0);
        }
        QCOMPARE(memory->idle_bytes(), 1 << 20);
        {
            const Tensor smaller({500, 512}, memory); // less by less than an eighth of 512 KiB
            QVERIFY(smaller.data() == first);
            const Tensor another({500, 512}, memory);
            QVERIFY(another.data() != first);
        }
        QCOMPARE(memory->idle_bytes(), 2 << 20);
        const Tensor larger({1024, 512}, memory);
        QVERIFY(larger.data() != first);
    }

    void no_more_is_kept_than_allowed() {
        RecycledMemory memory(3 << 20);
        std::vector<void*> blocks;
        for (int i = 0; i < 5; ++i) {
            blocks.push_back(memory.allocate(1 << 20, 64));
        }
        for (void* const block : blocks) {
            memory.deallocate(block, 1 << 20, 64);
        }
        QCOMPARE(memory.idle_bytes(), 3 << 20);
    }

    void small_blocks_are_not_kept() {
        RecycledMemory memory(1 << 20);
        memory.deallocate(memory.allocate(1000, 64), 1000, 64);
        QCOMPARE(memory.idle_bytes(), 0);
    }

    void a_tensor_outlives_who_made_the_memory() {
        auto memory = std::make_shared<RecycledMemory>(1 << 20);
        Tensor tensor({256, 256}, memory);
        memory.reset();
        tensor.data()[256 * 256 - 1] = 1.0F;
        QCOMPARE(tensor.values().back(), 1.0F);
    }
};

QTEST_GUILESS_MAIN(RecycledMemoryTest)
#include "recycled_memory_test.moc"
